import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts'
import { ApiError } from '../api/call.ts'
import { refresh as refreshStale, send } from '../api/client.ts'
import { errorToast } from '../toast/error-toast.ts'
import { type ToastMessage, toast } from '../toast/toast.ts'

export interface SaveOptions<Input, Answer> {
  /**
   * The toast after success: its description, or the whole message. No toast is shown when it is left out.
   */
  success?:
    | string
    | ((answer: Answer, input: Input) => string | ToastMessage | undefined)
    | undefined
  /** The toast after a failure for which the server sent no message. */
  failure: string
  /** Shows a refusal, for example in a field, and returns true; after false a toast shows it. */
  showError?: ((error: ApiError, input: Input) => boolean) | undefined
  onSuccess?: ((answer: Answer, input: Input) => unknown) | undefined
  /** Reloads what the call makes stale; of an endpoint by default what its `stale` names. */
  refresh?: (() => Promise<unknown>) | undefined
  /** True to stay pending after success until that has been reloaded. */
  awaitsRefresh?: boolean | undefined
}

/** The options of a save by a function, which has no endpoint that declares what becomes stale. */
export type CallOptions<Input, Answer> = SaveOptions<Input, Answer> & {
  refresh: () => Promise<unknown>
}

type Save<Input, Answer> = UseMutationResult<Answer, Error, Input>

/**
 * A mutation that shows its outcome to the user. It does not run twice concurrently: while it is running, `mutate` does
 * nothing and `mutateAsync` returns the running call. Stale queries reload after success and after a refusal because
 * the record was changed or deleted by someone else (409, 404).
 */
export function useSave<E extends Endpoint>(
  endpoint: E,
  options: SaveOptions<InputOf<E>, AnswerOf<E>>,
): Save<InputOf<E>, AnswerOf<E>>
export function useSave<Input = void, Answer = unknown>(
  call: (input: Input) => Promise<Answer>,
  options: CallOptions<Input, Answer>,
): Save<Input, Answer>
export function useSave<Input, Answer>(
  target: Endpoint | ((input: Input) => Promise<Answer>),
  options: SaveOptions<Input, Answer>,
): Save<Input, Answer> {
  const isCall = typeof target === 'function'
  const {
    success,
    failure,
    showError,
    onSuccess,
    refresh = () => (isCall ? Promise.resolve() : refreshStale(target)),
    awaitsRefresh = false,
  } = options
  const mutation = useMutation({
    // The first overload ties input and answer to the endpoint.
    mutationFn: (input: Input) =>
      isCall ? target(input) : (send(target, input as never) as Promise<Answer>),
    onSuccess: async (answer, input) => {
      const message = typeof success === 'function' ? success(answer, input) : success
      if (message !== undefined) toast(messageOf(message))
      await onSuccess?.(answer, input)
      const reloading = refresh()
      return awaitsRefresh ? reloading : undefined
    },
    onError: (error, input) => {
      const isShown = error instanceof ApiError && showError?.(error, input)
      if (!isShown) errorToast(error, failure)
      if (isOutdated(error)) void refresh()
    },
  })
  return useOneAtATime(mutation)
}

const messageOf = (message: string | ToastMessage): ToastMessage =>
  typeof message === 'string' ? { title: 'Success', description: message } : message

const isOutdated = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

function useOneAtATime<Input, Answer>(mutation: Save<Input, Answer>): Save<Input, Answer> {
  const running = useRef<Promise<Answer>>(undefined)
  const mutateAsync: typeof mutation.mutateAsync = (...args) => {
    running.current ??= mutation.mutateAsync(...args).finally(() => {
      running.current = undefined
    })
    return running.current
  }
  const mutate: typeof mutation.mutate = (...args) => {
    // A failure is in the state of the mutation.
    mutateAsync(...args).catch(() => {})
  }
  return { ...mutation, mutate, mutateAsync }
}
