import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { outcomeText } from '#app/lib/call.ts'
import type { ReadyImage } from '#app/lib/images.ts'
import { useWords } from '#app/lib/language.ts'
import { ownQuery } from '#app/lib/own.ts'
import { currentSession } from '#app/lib/session.ts'
import { upload } from '#app/lib/upload.ts'
import { toast } from '#app/ui/toast.ts'
import { photo } from '#contract/photo'
import { photoWords } from '#words/photo'

/** Sends the photo, strictly now or not at all, and says how far it is (PHO-12, OFF-23). */
export function useUpload() {
  const words = useWords(photoWords)
  const client = useQueryClient()
  const [part, setPart] = useState<number>()
  const [delivered, setDelivered] = useState(false)
  const [problem, setProblem] = useState<string>()

  const send = async ({ blob }: ReadyImage) => {
    setProblem(undefined)
    setPart(0)
    const { base64Of } = await import('#app/lib/images.ts')
    const input = { student: currentSession()?.subject ?? '', image: await base64Of(blob) }
    const outcome = await upload(photo.upload, input, setPart)
    if (outcome.type === 'ok') {
      setDelivered(true)
      toast(words.uploaded)
    } else setProblem(outcomeText(outcome))
    // Also after silence: the photo may have arrived all the same, and then there is nothing more to send.
    await client.invalidateQueries({ queryKey: ownQuery().queryKey })
    setPart(undefined)
  }
  return { send, part, delivered, problem, complain: setProblem }
}
