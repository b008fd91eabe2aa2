import { useId } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api/call.ts'

/**
 * Connects fields to a form: `field('name')` has the props that register a control, its id and the
 * error of its value. `common` props, such as autoComplete, go to every field.
 */
export function useFields<Values extends FieldValues, Output, Common extends object = object>(
  form: UseFormReturn<Values, unknown, Output>,
  common?: Common,
) {
  const formId = useId()
  return <Name extends FieldPath<Values>>(name: Name) => ({
    ...(common as Common),
    ...form.register(name),
    id: `${formId}-${name}`,
    error: form.getFieldState(name, form.formState).error?.message,
  })
}

/** Shows a refusal in the field that it names, and focuses it. False when the form has no such field. */
export function showInField<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { field: namedField, text }: ApiError,
  field = namedField,
): boolean {
  const name = Object.keys(form.getValues()).find((key) => key === field)
  if (name === undefined) return false
  form.setError(name as FieldPath<Values>, { message: text }, { shouldFocus: true })
  return true
}
