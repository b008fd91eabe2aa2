import { MenuButton, type MenuButtonItem } from '#platform/web/menu/MenuButton.tsx'
import { useDirectoryBook } from '../directory-book/calls.ts'

/** The printed directory in one of two sizes, as entries of a phone's menu with more in it. */
export function useDirectoryBookEntries(): { isPending: boolean; entries: MenuButtonItem[] } {
  const download = useDirectoryBook()
  return {
    isPending: download.isPending,
    entries: [
      { label: 'Printed directory, A4 (PDF)', onSelect: () => download.mutate('A4') },
      { label: 'Printed directory, A5 (PDF)', onSelect: () => download.mutate('A5') },
    ],
  }
}

/** Downloads the directory as a book, in one of two sizes. */
export function DirectoryBookMenu() {
  const download = useDirectoryBook()
  return (
    <MenuButton
      label="Printed directory"
      pending={download.isPending}
      groups={[
        [
          { label: 'A4 pages (PDF)', onSelect: () => download.mutate('A4') },
          { label: 'A5 booklet (PDF)', onSelect: () => download.mutate('A5') },
        ],
      ]}
    />
  )
}
