import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { portal } from '#platform/web/api/portal-info.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Checklist } from '../../first-day/answers.ts'
import { type Step, steps } from '../../first-day/rules.ts'
import { useChecklist, useDismissChecklist } from './calls.ts'
import { NameForm } from './NameForm.tsx'

/** Buttons of other features that do a step. */
export interface StepActions {
  members: ReactNode
  invitations: ReactNode
}

/** The checklist of a new portal. Without a name, an administrator is asked for it in any case. */
export function FirstDayCard({ actions }: { actions: StepActions }) {
  const user = useQuery(currentUser).data
  const { data } = useChecklist()
  if (!data || !user) return null
  const isDone = steps.every((step) => data.steps[step])
  if (!data.dismissed && !isDone) return <ChecklistCard data={data} user={user} actions={actions} />
  if (data.steps.name) return null
  return (
    <Card title="What is your name?" description="It is shown in the history of your changes.">
      <NameForm user={user} />
    </Card>
  )
}

interface StepCopy {
  title: string
  hint: string
}

const copy: Record<Step, StepCopy> = {
  name: { title: 'Enter your name', hint: 'It is shown in the history of your changes.' },
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

/** Without a mail server nobody can be invited yet. */
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

interface ChecklistCardProps {
  data: Checklist
  user: User
  actions: StepActions
}

function ChecklistCard({ data, user, actions }: ChecklistCardProps) {
  const dismiss = useDismissChecklist()
  const doneCount = steps.filter((step) => data.steps[step]).length
  const actionOf = (step: Step): ReactNode => {
    if (step === 'name') return <NameForm user={user} />
    if (step === 'members') return actions.members
    if (step === 'invitations') return data.steps.members && actions.invitations
    const link = links[step]
    return link && <ButtonLink href={link.href}>{link.label}</ButtonLink>
  }
  return (
    <Card
      title="Set up your portal"
      description={`${doneCount} of ${steps.length} steps done`}
      actions={
        <Button
          variant="ghost"
          icon={<X aria-hidden="true" />}
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate({ body: { dismissed: true } })}
        >
          Hide checklist
        </Button>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <StepRow
            key={step}
            {...copyOf(step)}
            isDone={data.steps[step]}
            action={data.steps[step] ? undefined : actionOf(step)}
          />
        ))}
      </ol>
      <p className="pt-3 text-sm text-ink-soft">
        Need help?{' '}
        <Link href="/admin/help" className="text-accent-text underline underline-offset-3">
          Read the first day in ten steps
        </Link>
      </p>
    </Card>
  )
}

interface StepRowProps extends StepCopy {
  isDone: boolean
  action: ReactNode
}

function StepRow({ title, hint, isDone, action }: StepRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-full border',
          isDone ? 'border-accent bg-accent text-accent-ink' : 'border-edge',
        )}
      >
        {isDone && <Check className="size-4" />}
      </span>
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className={isDone ? 'text-ink-soft line-through' : 'font-medium'}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        {!isDone && <p className="text-ink-soft">{hint}</p>}
      </div>
      {action && <div className="max-sm:w-full max-sm:pl-10">{action}</div>}
    </li>
  )
}
