// Tests that may be skipped where their reason holds; npm test fails when any other is skipped.

const readsProc = 'looks into /proc, which only Linux has'

export const allowedSkips = [
  {
    file: 'src/platform/server/database/sqlite-worker-client.test.ts',
    test: 'a thread that only reads gives way to others',
    reason: readsProc,
  },
  {
    file: 'src/platform/server/core/data-folder.test.ts',
    test: 'rejects a folder that cannot be written',
    reason: readsProc,
  },
]
