// Imports Unity XR Hands recordings (.handsbin) as assets, without a headset.
//
// Put this file into a folder named Editor below Assets. Then: Assets > Import XR Hands Recordings…
// Without a window: Unity -batchmode -quit -projectPath PROJECT -executeMethod ImportHandsRecordings.FromCommandLine -handsbin FILE [-handsbin FILE …]
//
// Needs XR Hands 1.8 or later for version 2 files, which Reenact writes by default, or XR Hands 1.7 for version 1.
// XR Hands has no public way to read a file: this calls its internal method XRHandRecordingBlob.TryReadCaptureSequenceFromDisk by
// reflection, which has the same name and arguments in 1.7.0, 1.8.0-pre.1, 1.9.0-pre.1 and 1.10.0-pre.1. Everything else is public.
//
// Not run in a Unity editor by its authors: written from the sources of the package and compiled against stand-ins.
// If it fails on your version, please say so, with the message of the console.
//
// Part of Reenact. MIT or Apache 2.0, as you choose.

using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using UnityEditor;
using UnityEngine;

public static class ImportHandsRecordings
{
    const string Folder = "Assets/HandRecordings";
    const string Reader = "UnityEngine.XR.Hands.Capture.Recording.XRHandRecordingBlob";
    const string Method = "TryReadCaptureSequenceFromDisk";

    [MenuItem("Assets/Import XR Hands Recordings…")]
    static void FromMenu()
    {
        string path = EditorUtility.OpenFilePanel("Import an XR Hands recording", "", "handsbin");
        if (string.IsNullOrEmpty(path))
            return;

        try
        {
            string asset = Import(path);
            Selection.activeObject = AssetDatabase.LoadMainAssetAtPath(asset);
            EditorGUIUtility.PingObject(Selection.activeObject);
        }
        catch (Exception error)
        {
            Debug.LogError(error.Message);
            EditorUtility.DisplayDialog("Import of an XR Hands recording", error.Message, "OK");
        }
    }

    /// <summary>Imports every file that follows a word -handsbin on the command line of the editor.</summary>
    public static void FromCommandLine()
    {
        string[] words = Environment.GetCommandLineArgs();
        var paths = new List<string>();
        for (int i = 0; i + 1 < words.Length; i++)
        {
            if (words[i] == "-handsbin")
                paths.Add(words[i + 1]);
        }

        if (paths.Count == 0)
            throw new ArgumentException("no file given: add -handsbin FILE");
        foreach (string path in paths)
            Debug.Log("Imported " + path + " as " + Import(path));
    }

    /// <summary>Reads a file and stores it as an asset. Returns the path of the asset.</summary>
    public static string Import(string path)
    {
        if (!File.Exists(path))
            throw new FileNotFoundException("there is no such file: " + path);

        var arguments = new object[] { path, null };
        bool isRead;
        try
        {
            isRead = (bool)FindMethod().Invoke(null, arguments);
        }
        catch (TargetInvocationException error)
        {
            throw new InvalidDataException(Explain(path) + ": " + error.InnerException.Message);
        }

        var sequence = arguments[1] as ScriptableObject;
        if (!isRead || sequence == null)
            throw new InvalidDataException(Explain(path));

        if (!AssetDatabase.IsValidFolder(Folder))
            AssetDatabase.CreateFolder("Assets", Folder.Substring("Assets/".Length));
        string name = string.IsNullOrEmpty(sequence.name) ? Path.GetFileNameWithoutExtension(path) : sequence.name;
        string asset = AssetDatabase.GenerateUniqueAssetPath(Folder + "/" + name + ".asset");
        AssetDatabase.CreateAsset(sequence, asset);
        AssetDatabase.SaveAssets();
        return asset;
    }

    /// <summary>XR Hands' own reader.</summary>
    static MethodInfo FindMethod()
    {
        Type type = Type.GetType(Reader + ", Unity.XR.Hands");
        if (type == null)
            throw new InvalidOperationException("XR Hands 1.7 or later is not in this project: add com.unity.xr.hands");
        const BindingFlags any = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        MethodInfo method = type.GetMethod(Method, any);
        if (method == null || method.GetParameters().Length != 2)
            throw new InvalidOperationException("this version of XR Hands has no " + Method + "(string, out XRHandCaptureSequence)");
        return method;
    }

    /// <summary>Why a file was refused, as far as its version tells.</summary>
    static string Explain(string path)
    {
        using (var reader = new BinaryReader(File.OpenRead(path)))
        {
            if (reader.BaseStream.Length < 4)
                return path + " is empty";
            int version = reader.ReadInt32();
            return path + " is of format version " + version + ", and this version of XR Hands refused it. XR Hands 1.7 reads version 1, "
                + "1.8 and later read version 2: `reenact convert old.handsbin new.handsbin --handsbin-version 2`";
        }
    }
}
