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
  const [state, setState] = useState<'asking' | 'told' | 'failed'>('asking')
  const end = (isTold: boolean) => setState(isTold ? 'told' : 'failed')
  useEffect(() => {
    if (tellsTroubles()) void tellTrouble(trouble).then(end)
  }, [trouble])
  return (
    <>
      {state !== 'told' && (
        <Button tone="second" onClick={() => void tellTrouble(trouble).then(end)}>
          {words.tell}
        </Button>
      )}
      <p role="status">
        {{ asking: words.what, told: words.told(trouble.code), failed: networkError }[state]}
      </p>
    </>
  )
}
