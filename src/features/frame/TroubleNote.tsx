import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { tellsTroubles, tellTrouble, troubleOf } from '#app/lib/trouble.ts'
import { Button } from '#app/ui/Button.tsx'
import { commonWords } from '#words/common'
import { troublesWords } from '#words/troubles'

/**
 * Under an error: the way to tell the university of it, and then the code under which it is there. It
 * is told without being asked where that was agreed to.
 */
export function TroubleNote({ error }: { error: unknown }) {
  const words = useWords(troublesWords)
  const { networkError } = useWords(commonWords)
  const router = useRouter()
  const [trouble] = useState(() =>
    troubleOf(error, 'screen', String(router.state.matches.at(-1)?.fullPath)),
  )
  // Of every page that has failed, not of one in four: its code is on the screen to be read out, so
  // the office has to know it, and from one to the next it takes a tap.
  const [agreed] = useState(tellsTroubles)
  const [state, setState] = useState<'asking' | 'telling' | 'told' | 'failed'>(
    agreed ? 'telling' : 'asking',
  )
  const end = (isTold: boolean) => setState(isTold ? 'told' : 'failed')
  useEffect(() => {
    if (agreed) void tellTrouble(trouble).then(end)
  }, [agreed, trouble])
  const tell = () => {
    setState('telling')
    void tellTrouble(trouble).then(end)
  }
  return (
    <>
      {state !== 'told' && (
        <Button tone="second" busy={state === 'telling'} onClick={tell}>
          {words.tell}
        </Button>
      )}
      <p role="status">
        {
          {
            asking: words.what,
            telling: words.what,
            told: words.told(trouble.code),
            failed: networkError,
          }[state]
        }
      </p>
    </>
  )
}
