/* Starts a program on Windows in a way that a shell cannot:
 *   lock FILE COMMAND…        while no other program can open FILE; ends with the status of COMMAND
 *   interrupt START COMMAND…  with a standard input that stays open; presses Ctrl-C when there is a
 *                             file whose name begins with START; ends with 0 if that ended COMMAND
 * From 90 on, the status says what did not work. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static int lock(const wchar_t *file) {
    DWORD access = GENERIC_READ | GENERIC_WRITE;
    return CreateFileW(file, access, 0, NULL, OPEN_EXISTING, 0, NULL) != INVALID_HANDLE_VALUE;
}

static int press_control_c(const wchar_t *start) {
    wchar_t pattern[MAX_PATH];
    WIN32_FIND_DATAW found;
    swprintf(pattern, MAX_PATH, L"%ls*", start);
    for (int i = 0; FindFirstFileW(pattern, &found) == INVALID_HANDLE_VALUE; i++) {
        if (i == 600) return 0;
        Sleep(100);
    }
    /* It goes to all programs of the console. */
    return SetConsoleCtrlHandler(NULL, TRUE) && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
}

int main(void) {
    int count;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (count < 4) return 90;
    int locks = !wcscmp(words[1], L"lock");

    wchar_t line[32768] = L"";
    for (int i = 3; i < count; i++) {
        size_t length = wcslen(line);
        swprintf(line + length, 32768 - length, L"\"%ls\" ", words[i]);
    }
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    STARTUPINFOW start = {.cb = sizeof start};
    HANDLE open_end;
    if (locks) {
        if (!lock(words[2])) return 91;
    } else {
        if (!CreatePipe(&start.hStdInput, &open_end, &inherited, 0)) return 92;
        SetHandleInformation(open_end, HANDLE_FLAG_INHERIT, 0);
        start.dwFlags = STARTF_USESTDHANDLES;
        start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
        start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    }
    PROCESS_INFORMATION process;
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) return 93;
    if (!locks && !press_control_c(words[2])) return 94;
    if (WaitForSingleObject(process.hProcess, 60000) != WAIT_OBJECT_0) return 95;
    DWORD status;
    if (!GetExitCodeProcess(process.hProcess, &status)) return 96;
    return locks ? (int)status : status == STATUS_CONTROL_C_EXIT ? 0 : 97;
}
