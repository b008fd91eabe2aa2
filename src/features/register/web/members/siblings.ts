import type { Member } from '#features/members/answers.ts'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'

/**
 * The open member of a list with the ways to the ones before and after it; undefined at an end. After
 * the last loaded row the next page is loaded first.
 */
export function useSiblings(
  members: readonly Member[],
  list: InfiniteList<Member>,
  { id, replace }: { id: string | null; replace: (id: string) => void },
) {
  const index = members.findIndex((member) => member.id === id)
  const previous = members[index - 1]
  const next = members[index + 1]
  const openNextPage = async () => {
    const { data } = await list.fetchNextPage()
    const following = data && rowsOf(data)[index + 1]
    if (following) replace(following.id)
  }
  return {
    /** Undefined when the list does not have the member. */
    current: members[index],
    onPrevious: previous && (() => replace(previous.id)),
    onNext: next
      ? () => replace(next.id)
      : index >= 0 && list.hasNextPage && !list.isFetchingNextPage
        ? () => void openNextPage()
        : undefined,
  }
}
