import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { portal } from '#platform/web/api/portal-info.ts'
import { Button, ButtonLink, type ButtonVariant } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { type Step, steps } from '../../first-day/rules.ts'
import { useChecklist, useDismissChecklist } from './calls.ts'
import { NameForm } from './NameForm.tsx'

/** Buttons of other features that do a step; that of the first open step is solid. */
export interface StepActions {
  members: (variant: ButtonVariant) => ReactNode
  invitations: (variant: ButtonVariant) => ReactNode
}

export type Setup = NonNullable<ReturnType<typeof useSetup>>

/** The checklist of a new portal: open until all is done or it is hidden; undefined while it is not known. */
export function useSetup() {
  const { data } = useChecklist()
  const dismiss = useDismissChecklist()
  const [isOpenAgain, setOpenAgain] = useState(false)
  if (!data) return undefined
  const doneCount = steps.filter((step) => data.steps[step]).length
  const isDone = doneCount === steps.length
  return {
    ...data,
    doneCount,
    isOpen: isDone ? isOpenAgain : !data.dismissed,
    /** Whether steps that are not done are shown. */
    hasOpenSteps: !isDone && !data.dismissed,
    isPending: dismiss.isPending,
    toggle: () => {
      if (isDone) setOpenAgain(!isOpenAgain)
      else dismiss.mutate({ body: { dismissed: !data.dismissed } })
    },
  }
}

/** 'Setup 4 of 7 done': opens and folds the steps. */
export function SetupButton({ setup }: { setup: Setup }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={setup.isOpen}
      pending={setup.isPending}
      onClick={setup.toggle}
    >
      <span>{`Setup ${setup.doneCount} of ${steps.length} done`}</span>
      {setup.isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
    </Button>
  )
}

/** The steps while they are open. Without a name, an administrator is asked for it in any case. */
export function SetupSteps({ setup, actions }: { setup: Setup; actions: StepActions }) {
  const user = useQuery(currentUser).data
  if (!user) return null
  if (setup.isOpen) return <StepList setup={setup} user={user} actions={actions} />
  if (setup.steps.name) return null
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      <div>
        <h3 className="text-base font-semibold">What is your name?</h3>
        <p className="text-sm text-ink-soft">Other administrators see it beside your changes.</p>
      </div>
      <NameForm user={user} />
    </div>
  )
}

interface StepCopy {
  title: string
  hint: string
}

const copy: Record<Step, StepCopy> = {
  name: { title: 'Enter your name', hint: 'Other administrators see it beside your changes.' },
  association: {
    title: "Enter the association's details",
    hint: 'Name, website and office email appear on every screen and in emails.',
  },
  logo: { title: 'Upload the logo', hint: 'Shown on the login page, in the header and in emails.' },
  dues: {
    title: 'Enter dues and bank details',
    hint: 'Dues are in Settings, Dues; bank and UPI details in Settings, Association.',
  },
  members: {
    title: 'Import your members',
    hint: "From your Excel sheet or a CSV file. You'll review everything before it is saved.",
  },
  invitations: {
    title: 'Invite your members',
    hint: 'Each member gets an email with sign-in instructions.',
  },
  administrator: {
    title: 'Add a second administrator',
    hint: 'So that someone can help when you are away.',
  },
}

/** Without a mail server, members cannot be invited yet. */
const copyOf = (step: Step): StepCopy =>
  step === 'invitations' && portal.writes_mails_to_files
    ? { ...copy.invitations, hint: 'Set a mail server first, so that invitations reach members.' }
    : copy[step]

const links: Partial<Record<Step, { href: string; label: string }>> = {
  association: { href: '/admin/settings', label: 'Open settings' },
  logo: { href: '/admin/settings', label: 'Upload logo' },
  dues: { href: '/admin/settings?tab=dues', label: 'Enter dues' },
  administrator: { href: '/admin/settings?tab=administrators', label: 'Add administrator' },
}

function StepList({ setup, user, actions }: { setup: Setup; user: User; actions: StepActions }) {
  const next = steps.find((step) => !setup.steps[step])
  const actionOf = (step: Step): ReactNode => {
    const variant = step === next ? 'primary' : 'soft'
    if (step === 'name') return <NameForm user={user} variant={variant} />
    if (step === 'members') return actions.members(variant)
    if (step === 'invitations') return setup.steps.members && actions.invitations(variant)
    const link = links[step]
    return (
      link && (
        <ButtonLink variant={variant} href={link.href}>
          {link.label}
        </ButtonLink>
      )
    )
  }
  return (
    <div className="border-t border-line px-4 py-2">
      <h3 className="sr-only">Set up your portal</h3>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <StepRow
            key={step}
            {...copyOf(step)}
            isDone={setup.steps[step]}
            action={setup.steps[step] ? undefined : actionOf(step)}
          />
        ))}
      </ol>
      <p className="py-1 text-sm text-ink-soft">
        Need help?{' '}
        <Link href="/admin/help" className="text-accent-text underline underline-offset-3">
          Read the first day in ten steps
        </Link>
      </p>
    </div>
  )
}

interface StepRowProps extends StepCopy {
  isDone: boolean
  action: ReactNode
}

function StepRow({ title, hint, isDone, action }: StepRowProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-4 shrink-0 place-items-center rounded-full border',
          isDone ? 'border-accent bg-accent text-accent-ink' : 'border-edge',
        )}
      >
        {isDone && <Check className="size-3" />}
      </span>
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className={isDone ? 'text-ink-soft' : 'font-semibold'}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        {!isDone && <p className="text-ink-soft">{hint}</p>}
      </div>
      {action && <div className="max-sm:w-full max-sm:pl-7">{action}</div>}
    </li>
  )
}
