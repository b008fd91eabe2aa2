import { useMutation } from '@tanstack/react-query'
import { errorToast } from '../toast/error-toast.ts'
import { toast } from '../toast/toast.ts'

/** Offers content as a download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The file name that a response suggests, with any characters if it has the UTF-8 form. */
function fileNameOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  const header = headers.get('Content-Disposition') ?? ''
  const encoded = header.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  return encoded ? decodeURIComponent(encoded) : header.match(/filename="([^"]+)"/i)?.[1]
}

interface DownloadOptions {
  /** The file name when the response suggests none. */
  fallbackName: string
  type?: string | undefined
  /** Changes the content; by default it is saved as it comes. */
  contentOf?: ((response: Response) => Promise<BlobPart>) | undefined
  /** The toast after success; none by default. */
  success?: string | undefined
  /** The toast after a failure for which the server sent no message. */
  failure: string
}

/** The title of the toast of an export that failed. */
export const exportFailure = 'Failed to export data'

/** Makes a call that answers with a file, and saves it under the name that the server suggests. */
export function useDownload<Input = void>(
  request: (input: Input) => Promise<Response>,
  { fallbackName, type = 'text/csv', contentOf, success, failure }: DownloadOptions,
) {
  return useMutation({
    mutationFn: async (input: Input) => {
      const response = await request(input)
      const content = contentOf ? await contentOf(response) : await response.blob()
      saveFile(fileNameOf(response) ?? fallbackName, content, type)
    },
    onSuccess: () => {
      if (success) toast({ title: 'Success', description: success })
    },
    onError: (error) => errorToast(error, failure),
  })
}
