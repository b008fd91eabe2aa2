import type { LucideIcon } from 'lucide-react/types'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Spinner } from './loading/Spinner.tsx'

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'soft'
  | 'ghost'
  | 'quiet'
  | 'danger'
  | 'destructive'
export type ButtonSize = 'sm' | 'md' | 'field' | 'lg'

interface ButtonStyle {
  /**
   * 'primary' for the next step, one on a screen; 'secondary' beside it and by default; 'soft' in rows and cards;
   * 'ghost' is text in the accent, 'quiet' text in ink; 'danger' is red text that opens a question, which
   * 'destructive' answers.
   */
  variant?: ButtonVariant | undefined
  /** 'sm' in tables, 'field' beside a field, which is as high, 'lg' for the one action of a screen; 'md' by default. */
  size?: ButtonSize | undefined
  /** An icon before the text. */
  icon?: ReactNode
}

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium text-center text-balance transition-colors select-none disabled:cursor-not-allowed disabled:border-transparent disabled:bg-neutral-soft disabled:text-ink-faint disabled:shadow-none [&_svg]:size-4 [&_svg]:shrink-0'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink hover:bg-accent-hover active:bg-accent-press',
  secondary: 'border-rim bg-surface text-ink shadow-card hover:bg-row-hover [&_svg]:text-ink-soft',
  soft: 'border-transparent bg-neutral-soft text-ink hover:bg-sunken hover:border-line [&_svg]:text-ink-soft',
  ghost: 'without-fill border-transparent bg-transparent text-accent-text hover:bg-press',
  quiet:
    'without-fill border-transparent bg-transparent text-ink-soft hover:bg-press hover:text-ink',
  danger:
    'without-fill border-transparent bg-transparent text-danger-text hover:bg-danger-soft active:bg-danger-soft',
  destructive: 'border-transparent bg-danger text-danger-ink hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-7 px-2 py-0.5 text-sm touch:min-h-11 touch:px-3',
  md: 'min-h-8 px-3 py-1 text-sm touch:min-h-11',
  field: 'min-h-9 px-3 py-1 text-sm touch:min-h-11',
  lg: 'min-h-11 px-4 py-2 text-base',
}

const buttonClass = ({ variant = 'secondary', size = 'md' }: ButtonStyle, className?: string) =>
  classNames(base, variants[variant], sizes[size], className)

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** True while its action is running: shows a spinner and disables the button. */
  pending?: boolean | undefined
}

/** A button of type 'button' by default. */
export function Button({
  variant,
  size,
  icon,
  pending = false,
  type = 'button',
  className,
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const pressed = useRef<HTMLElement>(undefined)
  // Browsers take the focus from a disabled button.
  useEffect(() => {
    if (!pending && document.activeElement === document.body) pressed.current?.focus()
  }, [pending])
  return (
    <button
      {...rest}
      type={type}
      onClick={(event) => {
        pressed.current = event.currentTarget
        onClick?.(event)
      }}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {pending ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  )
}

/** A button in a row of a wide table: an icon on a tablet, text elsewhere. */
export const CompactButton = ({
  label,
  icon: Icon,
  ...button
}: Omit<ButtonProps, 'icon' | 'size' | 'children'> & { label: string; icon: LucideIcon }) => (
  <Button
    {...button}
    size="sm"
    aria-label={label}
    icon={<Icon aria-hidden="true" className="sm:max-lg:size-5! max-sm:hidden lg:hidden" />}
  >
    <span className="sm:max-lg:hidden">{label}</span>
  </Button>
)

interface ButtonLinkProps extends ButtonStyle {
  href: string
  /** The history state of the navigation. */
  state?: unknown
  className?: string | undefined
  onClick?: (() => void) | undefined
  children: ReactNode
}

/** A link to another screen of the portal that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}

/** A link that looks like a button and opens a new tab; `mailto:` and `tel:` open their program. */
export function NewTabButton({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'target' | 'rel'> & ButtonStyle) {
  return (
    <a
      {...rest}
      target={/^(mailto|tel):/.test(rest.href ?? '') ? undefined : '_blank'}
      rel="noopener noreferrer"
      className={buttonClass({ variant, size }, className)}
    >
      {icon}
      <span className="contents">{children}</span>
    </a>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name and tooltip. */
  label: string
  /** 'sm' in the rows of tables. */
  size?: 'sm' | 'md' | undefined
  variant?: ButtonVariant | undefined
}

/** A square button with an icon only. */
export function IconButton({
  label,
  variant = 'quiet',
  size = 'md',
  type = 'button',
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        base,
        variants[variant],
        size === 'sm' ? 'size-7' : 'size-8',
        'p-0 touch:size-11 touch:[&_svg]:size-5',
        className,
      )}
    >
      {children}
    </button>
  )
}
