import type { ReactNode } from 'react'

/** An amount or a date of a printed table, which never breaks over two lines, however narrow its column is. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span data-unbroken>{children}</span>
)
