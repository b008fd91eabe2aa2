/** A control group of the kernel that limits the memory of processes, without swap. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillEnvironment } from '#test/support/process/environment.ts'

export interface MemoryLimit {
  /** Its folder; processes that write themselves into `cgroup.procs` there belong to it, and so do their children. */
  group: string
  /** How many of its processes the kernel has killed for want of memory. */
  killed: () => number
  /** The most memory of processes so far, in MB; files that the kernel keeps in memory do not count. */
  peak: () => number
}

/** Version 1 has a hierarchy for memory alone; in version 2 the root must hand the controller to its children. */
const versions = [
  {
    hierarchy: '/sys/fs/cgroup/memory',
    marker: 'memory.limit_in_bytes',
    // Memory together with swap cannot be limited on every kernel.
    limits: { 'memory.limit_in_bytes': true, 'memory.memsw.limit_in_bytes': false },
    anonymous: /^total_rss (\d+)$/m,
    kills: { file: 'memory.oom_control', pattern: /^oom_kill (\d+)$/m },
  },
  {
    hierarchy: '/sys/fs/cgroup',
    marker: 'cgroup.subtree_control',
    limits: { 'memory.max': true, 'memory.swap.max': false },
    anonymous: /^anon (\d+)$/m,
    kills: { file: 'memory.events', pattern: /^oom_kill (\d+)$/m },
  },
]

export function limitMemory(env: DrillEnvironment, megabytes: number): MemoryLimit {
  const version = versions.find(({ hierarchy, marker }) => existsSync(join(hierarchy, marker)))
  if (!version)
    throw new Error('This drill limits memory by control groups, which this machine does not have.')
  const { hierarchy, limits, anonymous, kills } = version
  if (version.marker === 'cgroup.subtree_control')
    writeFileSync(join(hierarchy, version.marker), '+memory')
  const group = join(hierarchy, `portal-drill-${process.pid}-${megabytes}`)
  mkdirSync(group)
  const bytes = megabytes * 1024 * 1024
  for (const [file, isRequired] of Object.entries(limits))
    if (isRequired || existsSync(join(group, file)))
      writeFileSync(join(group, file), file === 'memory.swap.max' ? '0' : String(bytes))
  const read = (file: string, pattern: RegExp) =>
    Number(readFileSync(join(group, file), 'utf8').match(pattern)?.[1] ?? 0)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, read('memory.stat', anonymous))
  }, 100)
  env.onClose(() => {
    clearInterval(sampling)
    rmdirSync(group)
  })
  return {
    group,
    killed: () => read(kills.file, kills.pattern),
    peak: () => Math.round(peak / 1e6),
  }
}
