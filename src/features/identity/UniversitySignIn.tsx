import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { navigateAway } from '#app/host/navigate-away.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { safeSessionStorage } from '#app/lib/platform/safe-storage.ts'
import { isSafeRedirect } from '#app/lib/session/safe-redirect.ts'
import type { Session } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { universitySignIn } from '#contract/university-sign-in'
import { universitySignInTexts } from '#i18n/university-sign-in'
import { beginSession } from './sign-in.ts'

const TICKET = 'universityTicket'
const NEXT = 'universityNext'

/**
 * Signs in through the university: the app redirects to the university's page, which returns with
 * the result in the address. The ticket is stored in this tab only, so the result of another
 * person's sign-in is rejected.
 */
export function UniversitySignIn({
  next,
  onDone,
}: {
  next: string | undefined
  onDone: (session: Session, next: string | undefined) => void
}) {
  const texts = useTexts(universitySignInTexts)
  const router = useRouter()
  const { run, busy, problem } = useExclusiveAction()
  const [answer] = useState(() =>
    new URLSearchParams(router.history.location.search).get('university'),
  )
  const go = async () => {
    const outcome = await run(() => callApi(universitySignIn.begin, {}))
    if (outcome?.type !== 'ok') return
    safeSessionStorage.setItem(TICKET, outcome.data.ticket)
    safeSessionStorage.setItem(NEXT, next ?? '')
    await navigateAway(outcome.data.address)
  }
  const finish = useEffectEvent(async (said: string) => {
    const [ticket, then] = [
      safeSessionStorage.getItem(TICKET) ?? '-',
      safeSessionStorage.getItem(NEXT),
    ]
    for (const name of [TICKET, NEXT]) safeSessionStorage.removeItem(name)
    const outcome = await run(() => entered(ticket, said))
    if (outcome?.type === 'ok') onDone(outcome.data, isSafeRedirect(then) ? then : undefined)
  })
  useEffect(() => {
    if (answer !== null) void finish(answer)
  }, [answer])
  return (
    <Stack>
      <Alert text={problem} />
      <Button tone="second" busy={busy} onClick={() => void go()}>
        {busy && answer !== null ? texts.entering : texts.button}
      </Button>
      <MutedText>{texts.note}</MutedText>
    </Stack>
  )
}

async function entered(ticket: string, answer: string): Promise<CallOutcome<Session>> {
  const outcome = await callApi(universitySignIn.finish, { ticket, answer })
  return outcome.type === 'ok' ? { ...outcome, data: await beginSession(outcome.data) } : outcome
}
