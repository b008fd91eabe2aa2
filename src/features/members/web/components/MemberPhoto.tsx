import type { Member } from '../../answers.ts'
import { memberDisplayName, type NamedMember } from '../../display-name.ts'

/** The small version of the photo, or the initial of the name. */
export function MemberPhoto({ member }: { member: NamedMember & Pick<Member, 'photo_url'> }) {
  if (member.photo_url)
    return (
      <img
        // Another photo never shows this one until it has loaded.
        key={member.photo_url}
        src={`${member.photo_url}?size=small`}
        alt=""
        className="size-9 shrink-0 rounded-full border border-line object-cover"
      />
    )
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-sunken text-sm font-medium text-ink-soft">
      {initialOf(memberDisplayName(member))}
    </span>
  )
}

/** Made once, because that takes much longer than its use. */
const letters = new Intl.Segmenter('hi')

/** The first letter with its vowel sign, which is one letter to readers of Hindi. */
const initialOf = (name: string): string => {
  const text = name.trim()
  // Most names; the segmenter takes much longer.
  if (/^[A-Za-z]{2}/.test(text)) return text.charAt(0).toUpperCase()
  const [first] = letters.segment(text)
  return first?.segment.toUpperCase() ?? ''
}
