import { GraduationCap } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { gradesTexts } from '#i18n/grades'

/** Shown to students who are not current and therefore have no grades (GRD-14, GRD-15). */
export function NotCurrentStudentScreen() {
  const texts = useTexts(gradesTexts)
  return (
    <Page title={texts.title} back="/">
      <EmptyStateWithLink
        icon={<Icon of={GraduationCap} />}
        title={texts.notCurrent}
        to="/"
        way={texts.home}
      />
    </Page>
  )
}
