import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { useDirectoryBook } from '../directory-book/calls.ts'

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
