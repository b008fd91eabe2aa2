import { ApiError, errorMessage } from '../api/call.ts'
import { type ToastMessage, toast } from './toast.ts'

type ActionOf = (error: ApiError) => ToastMessage['action']

let actionOf: ActionOf = () => undefined

/** Sets the button that a toast of a failed call offers, such as a way to the reason. */
export function setErrorAction(next: ActionOf): void {
  actionOf = next
}

/** Shows a failed call in a toast: the server's message, or the fallback when it sent none. */
export function errorToast(error: unknown, fallback: string): void {
  toast({
    title: 'Error',
    description: errorMessage(error, fallback),
    variant: 'destructive',
    action: error instanceof ApiError ? actionOf(error) : undefined,
  })
}
