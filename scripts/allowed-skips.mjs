// Tests that may be skipped where their reason holds; npm test fails when any other is skipped.

const readsProc = 'looks into /proc, which only Linux has'

export const allowedSkips = [
  {
    file: 'test/drills/process/process.test.ts',
    test: 'a portal process > saves nothing by halves on a full disk, where people can still sign in',
    reason: 'mounts a file as a disk: needs root and loop devices, which a container may lack',
  },
  {
    file: 'src/platform/server/database/sqlite-worker-client.test.ts',
    test: 'a thread that only reads gives way to others',
    reason: readsProc,
  },
  {
    file: 'src/platform/server/data-folder.test.ts',
    test: 'rejects a folder that cannot be written',
    reason: readsProc,
  },
]
