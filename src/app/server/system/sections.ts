/** The sections of the System page: what is well, and what needs attention (contract 17.9). */
import type { SystemState } from '#app/answers.ts'
import { formatCount } from '#shared/sentences.ts'
import type { Check, RunningNeeds } from '../checks/check.ts'
import { checks } from '../checks/checks.ts'

type Section = SystemState['sections'][number]

/** A section that cannot be read states that; the others are shown. */
export async function systemSections(running: RunningNeeds): Promise<Section[]> {
  const sections = await Promise.all(
    checks.flatMap((check) => (check.section ? [readSection(check.section, check, running)] : [])),
  )
  return sections.toSorted((a, b) => rankOf(a) - rankOf(b))
}

async function readSection(
  id: string,
  { title, problems, facts, isOff }: Check<RunningNeeds>,
  running: RunningNeeds,
): Promise<Section> {
  try {
    const foundProblems = (await problems?.(running)) ?? []
    return {
      id,
      title,
      problems: foundProblems.map((problem) =>
        typeof problem === 'string' ? problem : problem.page,
      ),
      is_off: foundProblems.length === 0 && isOff?.(running) === true,
      facts: ((await facts?.(running)) ?? []).map(([name, value]) => ({
        name,
        value: typeof value === 'number' ? formatCount(value) : value,
      })),
    }
  } catch (error) {
    running.log.error({ err: error, section: id }, 'reading the state failed')
    const problem = 'This could not be read. The log has the reason.'
    return { id, title, problems: [problem], is_off: false, facts: [] }
  }
}

/** Problems come first, beginning with that of the proxy, because it makes limits count all visitors as one. */
function rankOf({ id, problems }: Section): number {
  if (problems.length === 0) return 2
  return id === 'proxy' ? 0 : 1
}
