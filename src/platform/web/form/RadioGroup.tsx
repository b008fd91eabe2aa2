import { ChoiceGroup, type ChoiceGroupProps } from './CheckboxField.tsx'

/** One of several under a legend; spread `register(name)` on it, the value is a string. */
export function RadioGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="radio" {...props} />
}
