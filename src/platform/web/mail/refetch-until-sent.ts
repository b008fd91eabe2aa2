const progressInterval = 2000 // milliseconds

/** The `refetchInterval` of a sending: it is read again until all its emails have left. */
export const refetchUntilSent = ({
  state,
}: {
  state: { data?: { waiting: number } | undefined }
}) => (state.data?.waiting === 0 ? (false as const) : progressInterval)
