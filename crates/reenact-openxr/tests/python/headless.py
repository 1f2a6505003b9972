"""A headless OpenXR application: writes what it sees of head, hands and gaze, frame by frame, as JSON lines.

Run it with `reenact run RECORDING --step SECS -- python headless.py OUT FRAMES`.
"""

import json
import sys
from ctypes import POINTER, byref, c_void_p, cast, pointer

import xr

EXTENSIONS = ["XR_MND_headless", "XR_EXT_hand_tracking", "XR_EXT_eye_gaze_interaction", "XR_EXT_hand_interaction"]
POSE_VALID = 3
TRACKED = 15


def pose(value):
    p, q = value.position, value.orientation
    return {"position": [p.x, p.y, p.z], "rotation": [q.x, q.y, q.z, q.w]}


def velocity(value):
    v = value.linear_velocity
    return [v.x, v.y, v.z] if int(value.velocity_flags) & 1 else None


def path(instance, text):
    return xr.string_to_path(instance, text)


def is_stopping(instance):
    """Whether the runtime asks the application to exit."""
    stops = False
    while True:
        try:
            event = xr.poll_event(instance)
        except xr.EventUnavailable:
            return stops
        if event.type == xr.StructureType.EVENT_DATA_SESSION_STATE_CHANGED:
            changed = cast(byref(event), POINTER(xr.EventDataSessionStateChanged)).contents
            stops |= changed.state == xr.SessionState.STOPPING


def main(out, frames):
    instance = xr.create_instance(
        xr.InstanceCreateInfo(
            enabled_extension_names=EXTENSIONS,
            application_info=xr.ApplicationInfo("headless", 1, "none", 0, xr.Version(1, 0, 34)),
        )
    )
    system = xr.get_system(instance, xr.SystemGetInfo(xr.FormFactor.HEAD_MOUNTED_DISPLAY))
    session = xr.create_session(instance, xr.SessionCreateInfo(0, system))
    stage, view = (
        xr.create_reference_space(session, xr.ReferenceSpaceCreateInfo(kind))
        for kind in (xr.ReferenceSpaceType.STAGE, xr.ReferenceSpaceType.VIEW)
    )
    locate = cast(xr.get_instance_proc_addr(instance, "xrLocateHandJointsEXT"), xr.PFN_xrLocateHandJointsEXT)
    sides = {"left": xr.HandEXT.LEFT, "right": xr.HandEXT.RIGHT}
    create = cast(xr.get_instance_proc_addr(instance, "xrCreateHandTrackerEXT"), xr.PFN_xrCreateHandTrackerEXT)
    trackers = {}
    for side, hand in sides.items():
        trackers[side] = xr.HandTrackerEXT()
        info = xr.HandTrackerCreateInfoEXT(hand=hand, hand_joint_set=xr.HandJointSetEXT.DEFAULT)
        assert create(session, info, byref(trackers[side])) == 0

    actions = xr.create_action_set(instance, xr.ActionSetCreateInfo("test", "Test", 0))
    users = {side: path(instance, f"/user/hand/{side}") for side in sides}
    both = list(users.values())
    select = xr.create_action(
        actions, xr.ActionCreateInfo("select", xr.ActionType.BOOLEAN_INPUT, len(both), (xr.Path * 2)(*both), "Select")
    )
    gaze = xr.create_action(actions, xr.ActionCreateInfo("gaze", xr.ActionType.POSE_INPUT, 0, None, "Gaze"))
    for profile, bindings in {
        "ext/hand_interaction_ext": [(select, f"/user/hand/{side}/input/pinch_ext/value") for side in sides],
        "ext/eye_gaze_interaction": [(gaze, "/user/eyes_ext/input/gaze_ext/pose")],
    }.items():
        suggested = [xr.ActionSuggestedBinding(action, path(instance, binding)) for action, binding in bindings]
        xr.suggest_interaction_profile_bindings(
            instance,
            xr.InteractionProfileSuggestedBinding(
                path(instance, f"/interaction_profiles/{profile}"),
                len(suggested),
                (xr.ActionSuggestedBinding * len(suggested))(*suggested),
            ),
        )
    xr.attach_session_action_sets(session, xr.SessionActionSetsAttachInfo(1, pointer(actions)))
    gaze_space = xr.create_action_space(session, xr.ActionSpaceCreateInfo(action=gaze))
    xr.begin_session(session, xr.SessionBeginInfo(xr.ViewConfigurationType.PRIMARY_STEREO))

    for _ in range(frames):
        if is_stopping(instance):
            break
        state = xr.wait_frame(session)
        time = state.predicted_display_time
        active = xr.ActiveActionSet(actions, xr.NULL_PATH)
        xr.sync_actions(session, xr.ActionsSyncInfo(1, pointer(active)))
        line = {}
        head = xr.locate_space(view, stage, time)
        line["camera"] = pose(head.pose) if int(head.location_flags) == TRACKED else None
        for side, tracker in trackers.items():
            joints = (xr.HandJointLocationEXT * 26)()
            velocities = (xr.HandJointVelocityEXT * 26)()
            moving = xr.HandJointVelocitiesEXT(joint_count=26, joint_velocities=velocities)
            located = xr.HandJointLocationsEXT(joint_count=26, joint_locations=joints)
            located.next = cast(pointer(moving), c_void_p)
            assert locate(tracker, xr.HandJointsLocateInfoEXT(base_space=stage, time=time), byref(located)) == 0
            pinch = xr.get_action_state_boolean(session, xr.ActionStateGetInfo(select, users[side]))
            line[side] = {
                "active": bool(located.is_active),
                "pinching": bool(pinch.current_state),
                "pinch_active": bool(pinch.is_active),
                "joints": [
                    pose(joint.pose) | {"radius": joint.radius, "flags": int(joint.location_flags), "velocity": velocity(moved)}
                    for joint, moved in zip(joints, velocities, strict=True)
                ],
            }
        looked = xr.locate_space(gaze_space, stage, time)
        line["gaze"] = pose(looked.pose) if int(looked.location_flags) & POSE_VALID == POSE_VALID else None
        out.write(json.dumps(line) + "\n")
        xr.begin_frame(session, xr.FrameBeginInfo())
        xr.end_frame(session, xr.FrameEndInfo(time, xr.EnvironmentBlendMode.OPAQUE))
    xr.request_exit_session(session)
    xr.end_session(session)
    xr.destroy_session(session)
    xr.destroy_instance(instance)


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        main(file, int(sys.argv[2]))
