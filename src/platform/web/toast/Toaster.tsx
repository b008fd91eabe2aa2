import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import X from 'lucide-react/icons/x'
import * as Toast from 'radix-ui/toast'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { subscribeToDialogs, topDialog } from '../dialog/dialog-stack.ts'
import { classNames } from '../ui/class-names.ts'
import { dismissToast, type ShownToast, toastDurationMs } from './toast.ts'

/**
 * The toast on screen. It is rendered inside the top modal dialog if there is one, because everything
 * outside of it is inert.
 */
export function Toaster({ toast }: { toast: ShownToast }) {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog)
  const isDestructive = toast.variant === 'destructive'
  const Icon = isDestructive ? CircleAlert : CircleCheck
  return createPortal(
    <Toast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={50}>
      <Toast.Root
        key={toast.id}
        open={toast.open}
        onOpenChange={(open) => !open && dismissToast()}
        className={classNames(
          'flex animate-appear items-start gap-2.5 rounded-lg bg-raised py-3 pr-2 pl-3.5 text-ink shadow-dialog forced-colors:border',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        )}
      >
        <Icon
          aria-hidden="true"
          className={classNames(
            'mt-0.5 size-4 shrink-0',
            isDestructive ? 'text-danger-dot' : 'text-success-dot',
          )}
        />
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-semibold">{toast.title}</Toast.Title>
          {toast.description && (
            <Toast.Description className="text-sm text-ink-soft">
              {toast.detail ? (
                <>
                  <span className="block">{toast.description}</span>
                  <span className="block">{toast.detail}</span>
                </>
              ) : (
                toast.description
              )}
            </Toast.Description>
          )}
        </div>
        {toast.action && (
          <Toast.Action
            altText={toast.action.label}
            onClick={toast.action.onSelect}
            className="-my-1 min-h-7 shrink-0 rounded-md px-2 text-sm font-medium text-accent-text hover:bg-press touch:-my-3 touch:min-h-11"
          >
            {toast.action.label}
          </Toast.Action>
        )}
        <Toast.Close
          aria-label="Close"
          className="-my-1 grid size-7 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-press touch:-my-3 touch:size-11"
        >
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className={classNames(
          'fixed right-0 z-50 w-full list-none p-5 outline-none max-sm:p-2 sm:max-w-100',
          // Covers neither footers of dialogs and forms, the bar of a selection nor head and foot of a drawer.
          dialog?.matches('[data-drawer]')
            ? 'bottom-[calc(7rem+env(safe-area-inset-bottom))]'
            : dialog
              ? 'top-0'
              : 'bottom-0 in-[html:has([data-sheet-foot],[data-save-bar])]:bottom-16',
        )}
      />
    </Toast.Provider>,
    dialog ?? document.body,
  )
}
