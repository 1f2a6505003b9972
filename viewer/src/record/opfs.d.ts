// Files of the origin as workers see them, which TypeScript has apart from the types of pages.

interface FileSystemSyncAccessHandle {
  write(bytes: ArrayBufferView<ArrayBuffer>, options?: { at?: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
}
