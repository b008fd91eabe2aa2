import { classNames } from './class-names.ts'

/** The first letters of the first and last word of a name; 'U' for an empty name. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toUpperCase() || 'U'
}

/** A person's photo, or the initials of the name. */
export function Avatar({
  name,
  photoUrl,
  isSoft = false,
  className = 'size-7 text-2xs',
}: {
  name: string | null | undefined
  photoUrl?: string | null | undefined
  /** True in a list: a neutral colour, so that only the signed-in person's avatar has the accent. */
  isSoft?: boolean
  className?: string | undefined
}) {
  const shape = classNames('shrink-0 rounded-full', className)
  if (photoUrl) return <img src={photoUrl} alt="" className={classNames(shape, 'object-cover')} />
  return (
    <span
      className={classNames(
        shape,
        'grid place-items-center font-semibold',
        isSoft ? 'bg-neutral-soft text-ink-soft' : 'bg-accent text-accent-ink',
      )}
    >
      {initials(name)}
    </span>
  )
}
