/** Says that the invoice of a payment will name the association's state, for a member whose address names none. */
export const AssumedState = ({ state }: { state: string | undefined }) =>
  state && (
    <p>
      The address names no state, so the invoice will say {state}. Add the PIN code to change that.
    </p>
  )
