interface CardCheckboxProps {
  /** The accessible name. */
  label: string
  isSelected: boolean
  onToggle: () => void
}

/** Selects the card in whose corner it is; 44 px wide and high without moving its neighbours. */
export const CardCheckbox = ({ label, isSelected, onToggle }: CardCheckboxProps) => (
  <label className="-m-3 grid size-11 shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      className="size-5 accent-accent"
      checked={isSelected}
      onChange={onToggle}
    />
  </label>
)
