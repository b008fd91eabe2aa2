import { ChoiceGroup, type ChoiceGroupProps } from './CheckboxField.tsx'

/** Radio buttons under one legend; spread `register(name)` on it, the value is a string. */
export function RadioGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="radio" {...props} />
}
