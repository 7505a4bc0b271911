import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { setTellsTroubles, tellsTroubles } from '#app/lib/trouble.ts'
import { Segments } from '#app/ui/Segments.tsx'
import { troublesWords } from '#words/troubles'

/** Whether errors are told by themselves; not unless somebody says so. */
export function TellingRow() {
  const words = useWords(troublesWords)
  const [tells, setTells] = useState(tellsTroubles)
  return (
    <Segments
      label={words.setting}
      value={tells ? 'always' : 'never'}
      options={[
        { value: 'never', label: words.never },
        { value: 'always', label: words.always },
      ]}
      onChoose={(choice) => {
        setTellsTroubles(choice === 'always')
        setTells(choice === 'always')
      }}
    />
  )
}
