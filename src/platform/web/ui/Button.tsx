import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface ButtonStyle {
  /** 'secondary' by default. */
  variant?: ButtonVariant | undefined
  /** 'sm' in tables, 'lg' for the main action of a screen; 'md' by default. */
  size?: ButtonSize | undefined
  /** An icon before the text. */
  icon?: ReactNode
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border font-medium text-center text-balance transition-colors select-none disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint [&_svg]:size-[1.15em] [&_svg]:shrink-0'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent bg-accent text-accent-ink hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line bg-surface text-ink shadow-card hover:border-edge/50 hover:bg-sunken',
  ghost: 'border-transparent bg-transparent text-accent-text hover:bg-accent-soft',
  destructive:
    'border-danger bg-danger text-danger-ink hover:border-danger-hover hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-2.5 py-1 text-sm pointer-coarse:min-h-11',
  md: 'min-h-10 px-4 py-1.5 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base',
  lg: 'min-h-12 px-5 py-2.5 text-base',
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
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {pending ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle {
  href: string
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
  variant?: ButtonVariant | undefined
}

/** A square button with an icon only. */
export function IconButton({
  label,
  variant = 'ghost',
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
        'size-9 p-0 pointer-coarse:size-11 [&_svg]:size-5',
        className,
      )}
    >
      {children}
    </button>
  )
}
