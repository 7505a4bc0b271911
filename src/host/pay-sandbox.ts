import { config } from '#app/lib/platform/config.ts'
import { createStore, useStore } from '#app/lib/platform/store.ts'
import type { PayParams } from '#contract/payment'
import { navigateAway } from './navigate-away.ts'

/**
 * What the phone says of a payment. Never a proof: only the university knows whether money came
 * (D-67).
 */
export type PhonePaymentResult = 'ok' | 'cancel' | 'fail'

/**
 * What can be done on the sandbox's payment sheet; with 'dies' the money goes and the phone never
 * hears of it.
 */
export type SandboxChoice = PhonePaymentResult | 'dies'

interface OpenSheet {
  readonly params: PayParams
  readonly end: (said: PhonePaymentResult) => void
}

const openSheet = createStore<OpenSheet | null>(null)

/** Is the sandbox's payment sheet open? */
export const useIsSandboxSheetOpen = (): boolean => useStore(openSheet) !== null

/** Open the payment sheet of the sandbox; a screen draws it. */
export const openSandboxSheet = (params: PayParams): Promise<PhonePaymentResult> =>
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
 * Tell the sandbox's gateway what was chosen on the sheet, and the app what the phone would say.
 */
export async function submitSandboxChoice(choice: SandboxChoice): Promise<void> {
  const sheet = openSheet.get()
  if (sheet === null) return
  const told = await tellGateway(sheet.params.package, choice)
  if (choice === 'dies') await navigateAway(location.href)
  else sheet.end(told ? choice : 'fail')
}

/** The page with the sheet is left. */
export const closeSandboxSheet = (): void => openSheet.set(null)

const tellGateway = (order: string, outcome: SandboxChoice): Promise<boolean> =>
  fetch(`${config.roots.campus}/sandbox/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ package: order, outcome }),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
