import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { leave } from '#app/host/leave.ts'
import { call, type Outcome } from '#app/lib/call.ts'
import { isInner } from '#app/lib/inner.ts'
import { useTexts } from '#app/lib/language.ts'
import { useOneAtATime } from '#app/lib/live.ts'
import type { Session } from '#app/lib/session.ts'
import { visit } from '#app/lib/storage.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { university } from '#contract/university'
import { universitySignInTexts } from '#i18n/university-sign-in'
import { beginSession } from './binding.ts'

const TICKET = 'universityTicket'
const NEXT = 'universityNext'

/**
 * Sign in through the university: away to its page, and back with its answer in the address. Only
 * the tab that went there holds the ticket for it, so no answer of somebody else's signs in here.
 */
export function University({
  next,
  onDone,
}: {
  next: string | undefined
  onDone: (session: Session, next: string | undefined) => void
}) {
  const texts = useTexts(universitySignInTexts)
  const router = useRouter()
  const { run, busy, problem } = useOneAtATime()
  const [answer] = useState(() =>
    new URLSearchParams(router.history.location.search).get('university'),
  )
  const go = async () => {
    const outcome = await run(() => call(university.begin, {}))
    if (outcome?.type !== 'ok') return
    visit.setItem(TICKET, outcome.data.ticket)
    visit.setItem(NEXT, next ?? '')
    await leave(outcome.data.address)
  }
  const finish = useEffectEvent(async (said: string) => {
    const [ticket, then] = [visit.getItem(TICKET) ?? '-', visit.getItem(NEXT)]
    for (const name of [TICKET, NEXT]) visit.removeItem(name)
    const outcome = await run(() => entered(ticket, said))
    if (outcome?.type === 'ok') onDone(outcome.data, isInner(then) ? then : undefined)
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
      <Quiet>{texts.note}</Quiet>
    </Stack>
  )
}

async function entered(ticket: string, answer: string): Promise<Outcome<Session>> {
  const outcome = await call(university.finish, { ticket, answer })
  return outcome.type === 'ok' ? { ...outcome, data: await beginSession(outcome.data) } : outcome
}
