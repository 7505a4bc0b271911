import { config } from '#app/lib/config.ts'
import { createStore, useStore } from '#app/lib/store.ts'
import type { PayParams } from '#contract/payment'
import { leave } from './leave.ts'

/**
 * What the phone says of a payment. Never a proof: only the university knows whether money came
 * (D-67).
 */
export type PhoneSays = 'ok' | 'cancel' | 'fail'

/**
 * What can be done on the sandbox's payment sheet; with 'dies' the money goes and the phone never
 * hears of it.
 */
export type SandboxChoice = PhoneSays | 'dies'

interface Asked {
  readonly params: PayParams
  readonly end: (said: PhoneSays) => void
}

const asked = createStore<Asked | null>(null)

/** Is the sandbox's payment sheet open? */
export const useSandboxSheet = (): boolean => useStore(asked) !== null

/** Open the payment sheet of the sandbox; a screen draws it. */
export const askSandbox = (params: PayParams): Promise<PhoneSays> =>
  new Promise((resolve) =>
    asked.set({
      params,
      end: (said) => {
        asked.set(null)
        resolve(said)
      },
    }),
  )

/**
 * Tell the sandbox's gateway what was chosen on the sheet, and the app what the phone would say.
 */
export async function chooseInSandbox(choice: SandboxChoice): Promise<void> {
  const sheet = asked.get()
  if (sheet === null) return
  const told = await tellGateway(sheet.params.package, choice)
  if (choice === 'dies') await leave(location.href)
  else sheet.end(told ? choice : 'fail')
}

/** The page with the sheet is left. */
export const dropSandboxSheet = (): void => asked.set(null)

const tellGateway = (order: string, outcome: SandboxChoice): Promise<boolean> =>
  fetch(`${config.roots.campus}/sandbox/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ package: order, outcome }),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
