/** The narration of a line with its reference: banks write numbers into either. */
export const lineText = ({
  narration,
  reference,
}: {
  narration: string
  reference: string
}): string => `${narration} ${reference}`
