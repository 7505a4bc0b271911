import { appConfig } from '#app/lib/platform/config.ts'
import { createExternalStore, useExternalStore } from '#app/lib/platform/store.ts'
import type { PaymentSheetParams } from '#contract/payment'
import { navigateAway } from './navigate-away.ts'

/**
 * The result of a payment as the phone reports it. It is never a proof: only the university knows
 * whether the order was paid (D-67).
 */
export type PhonePaymentResult = 'ok' | 'cancel' | 'fail'

/**
 * The choices on the sandbox's payment sheet. With 'dies' the payment succeeds, and the phone gets
 * no result.
 */
export type SandboxChoice = PhonePaymentResult | 'dies'

interface OpenSheet {
  readonly params: PaymentSheetParams
  readonly end: (said: PhonePaymentResult) => void
}

const openSheet = createExternalStore<OpenSheet | null>(null)

/** Whether the sandbox's payment sheet is open. */
export const useIsSandboxSheetOpen = (): boolean => useExternalStore(openSheet) !== null

/** Opens the sandbox's payment sheet, which a screen renders; resolves with the phone's result. */
export const openSandboxSheet = (params: PaymentSheetParams): Promise<PhonePaymentResult> =>
  new Promise((resolve) =>
    openSheet.set({
      params,
      end: (said) => {
        openSheet.set(null)
        resolve(said)
      },
    }),
  )

/**
 * Reports the choice to the sandbox's gateway, and closes the open sheet with the phone's result.
 */
export async function submitSandboxChoice(choice: SandboxChoice): Promise<void> {
  const sheet = openSheet.get()
  if (sheet === null) return
  const told = await tellGateway(sheet.params.package, choice)
  if (choice === 'dies') await navigateAway(location.href)
  else sheet.end(told ? choice : 'fail')
}

/** Closes the sheet when its page is left. */
export const closeSandboxSheet = (): void => openSheet.set(null)

const tellGateway = (order: string, outcome: SandboxChoice): Promise<boolean> =>
  fetch(`${appConfig.roots.campus}/sandbox/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ package: order, outcome }),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
