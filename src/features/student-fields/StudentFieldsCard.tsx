import { MaskedNumberRow, useOfficeUser } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row } from '#app/ui/Row.tsx'
import { callerRolesFor } from '#contract/permissions'
import { studentFields } from '#contract/student-fields'
import { studentFieldTexts } from '#i18n/student-fields'

/** A student's level and own fields, for roles that may see some; nothing on other backends. */
export function StudentFieldsCard({ student }: { student: string }) {
  const roles = useOfficeUser().data?.me.roles ?? []
  const allowed = callerRolesFor(studentFields.values.who)
  return roles.some((role) => allowed.includes(role)) && <Values student={student} />
}

function Values({ student }: { student: string }) {
  const texts = useTexts(studentFieldTexts)
  const named = useTranslateName()
  const { data } = useOnlineQuery({
    name: 'office-student-fields',
    entry: studentFields.values,
    input: { student },
  })
  if (data === undefined) return null
  return (
    <Card flush title={texts.own}>
      <Row label={texts.level} value={named(data.level)} />
      {data.values.map(({ id, name, value }) => (
        <MaskedNumberRow
          key={id}
          label={name}
          masked={named(value)}
          what={id}
          student={student}
          reveal={studentFields.reveal}
        />
      ))}
    </Card>
  )
}
