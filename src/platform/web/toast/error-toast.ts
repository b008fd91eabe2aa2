import { errorMessage } from '../api/call.ts'
import { toast } from './toast.ts'

/** Shows a failed call in a toast: the server's message, or the fallback when it sent none. */
export const errorToast = (error: unknown, fallback: string): void =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })
