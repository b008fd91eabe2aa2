/** The classes of a list of cards in columns; on a phone rows from edge to edge. */
export const cardListClass =
  'grid grid-cols-1 content-start gap-3 max-sm:bleed max-sm:gap-0 max-sm:border-y max-sm:border-line max-sm:bg-surface'

/** The classes of a card in such a list. */
export const listCardClass =
  'relative min-w-0 max-sm:border-t max-sm:border-line max-sm:px-(--gutter) max-sm:py-3 max-sm:first:border-t-0 sm:rounded-lg sm:border sm:border-line'
