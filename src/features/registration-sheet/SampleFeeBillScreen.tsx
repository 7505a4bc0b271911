import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { Card } from '#app/ui/Card.tsx'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { PrintSheet } from '#app/ui/PrintSheet.tsx'
import { registrationSheetTexts } from '#i18n/registration-sheet'
import { FeeBill } from './FeeBill.tsx'
import { sampleFees } from './samples/sample-fees.ts'
import { SamplePage } from './samples/SamplePage.tsx'
import { SampleStudent } from './samples/SampleStudent.tsx'
import { useSample } from './samples/useSample.ts'

/** Sample page: the fee bill of the registration (RPT-02). */
export function SampleFeeBillScreen() {
  const { words, said } = useSample()
  const say = useTexts(registrationSheetTexts)
  const items = [sampleFees.tuition, sampleFees.lodging, sampleFees.bedding]
  return (
    <SamplePage title={words.registration} sheet>
      <PrintSheet
        school={appConfig.school}
        title={words.registration}
        subtitle={words.year(sampleFees.year)}
        signatures={[say.studentSigns, say.officeSigns, say.date]}
      >
        <SampleStudent />
        <Card title={`${words.fees} · ${words.year(sampleFees.year)}`}>
          <FeeBill items={items.map(({ name, fen }) => ({ name: said(name), fen }))} />
        </Card>
      </PrintSheet>
      <PrintButton label={say.print} />
    </SamplePage>
  )
}
