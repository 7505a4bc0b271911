import { GraduationCap } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { gradesWords } from '#words/grades'

/** Who is not a current student has no grades to see (GRD-14, GRD-15). */
export function NotCurrentScreen() {
  const words = useWords(gradesWords)
  return (
    <Page title={words.title} back="/">
      <Empty
        icon={<Icon of={GraduationCap} />}
        title={words.notCurrent}
        action={
          <ButtonLink tone="second" to="/">
            {words.home}
          </ButtonLink>
        }
      />
    </Page>
  )
}
