import { GraduationCap } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { gradesWords } from '#words/grades'

/** Who is not a current student has no grades to see (GRD-14, GRD-15). */
export function NotCurrentScreen() {
  const words = useWords(gradesWords)
  return (
    <Page title={words.title} back="/">
      <Nothing
        icon={<Icon of={GraduationCap} />}
        title={words.notCurrent}
        to="/"
        way={words.home}
      />
    </Page>
  )
}
