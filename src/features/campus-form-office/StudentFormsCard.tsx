import { OfficeLink, useOfficeUser } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { selectWording } from '#contract/campus-form-definition'
import { campusFormOffice, FORM_ANSWER_READERS } from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'
import { AnswerState } from './AnswerState.tsx'

/** The forms of the campus that are for a student, on the student's page; nothing without any. */
export function StudentFormsCard({ student }: { student: string }) {
  const roles = useOfficeUser().data?.me.roles ?? []
  return FORM_ANSWER_READERS.some((role) => roles.includes(role)) && <Forms student={student} />
}

function Forms({ student }: { student: string }) {
  const texts = useTexts(campusFormOfficeTexts)
  const language = useLanguage()
  const { data } = useOnlineQuery({
    name: 'forms-of-student',
    entry: campusFormOffice.ofStudent,
    input: { student },
  })
  if (data === undefined || data.forms.length === 0) return null
  return (
    <Card flush title={texts.campusForms}>
      {data.forms.map((one) => (
        <Row
          key={one.form}
          label={
            <OfficeLink to={`formanswers/${one.form}/${student}`}>
              {selectWording(one.title, language)}
            </OfficeLink>
          }
          value={<AnswerState state={one.state} />}
        />
      ))}
    </Card>
  )
}
