import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { ConfirmLoaded } from '../components/ConfirmLoaded.tsx'

/** The server sends a tab here that opens a paper (contract 14.3); it opens after the confirmation. */
export function ConfirmScreen() {
  const [params] = useSearchParams()
  const [isConfirmed, setConfirmed] = useState(false)
  const address = params.get('to') ?? ''
  const isPaper = /^\/uploads\/[\w-]+\.[a-z]+$/.test(address)
  function open() {
    setConfirmed(true)
    if (isPaper) window.location.replace(address)
  }
  return (
    <CentredCard
      title={isConfirmed ? 'Opening the document' : "Confirm it's you"}
      view={isConfirmed ? 'confirmed' : 'confirm'}
    >
      {isConfirmed ? (
        <p role="status" className="text-ink-soft">
          Thank you. If your browser downloads the document, you can close this tab.
        </p>
      ) : (
        <>
          <p className="text-ink-soft">This document needs your second factor.</p>
          <ConfirmLoaded onConfirmed={open} />
        </>
      )}
    </CentredCard>
  )
}
