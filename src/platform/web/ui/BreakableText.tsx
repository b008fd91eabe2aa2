import { Fragment } from 'react'

/**
 * Text that may break after slashes, hyphens, dots and the @, where browsers break no line: bank descriptions, web and
 * email addresses.
 */
export const BreakableText = ({ text }: { text: string }) => (
  <span>
    {text.split(/([^/@.-]*[/@.-]+)/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
)
