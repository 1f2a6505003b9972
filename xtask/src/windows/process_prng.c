/* Random numbers for Rust's standard library on a Wine that has no bcryptprimitives.dll. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    const SIZE_T most = 1 << 20;
    while (length > 0) {
        SIZE_T part = length < most ? length : most;
        if (!SystemFunction036(data, (ULONG)part))
            return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
