import { useState } from 'react'
import { usePortal } from '../api/portal-info.ts'
import { classNames } from '../ui/class-names.ts'

const sizes = { bar: 'h-7 max-w-18 sm:max-w-32', card: 'h-11 max-w-36' }

/** The logo from the settings on a light background; the portal's own logo if there is none. */
export function AssociationLogo({ size, alt = '' }: { size: keyof typeof sizes; alt?: string }) {
  const { association_logo: url } = usePortal()
  const [failedUrl, setFailedUrl] = useState('')
  if (url === '' || url === failedUrl)
    return (
      <img
        src="/logo.svg"
        alt={alt}
        width="44"
        height="44"
        className={classNames(sizes[size], 'aspect-square w-auto shrink-0')}
      />
    )
  return (
    <img
      src={`${url}?size=small`}
      alt={alt}
      onError={() => setFailedUrl(url)}
      className={classNames(
        sizes[size],
        'w-auto shrink-0 rounded-sm bg-plate object-contain p-0.5',
      )}
    />
  )
}
