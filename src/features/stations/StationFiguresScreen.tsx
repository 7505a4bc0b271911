import { ExportButtons, OfficePage, Table, OfficeButtonLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { stationFigures, type StationFigures } from '#contract/station-figures'
import { stationFiguresTexts } from '#i18n/station-figures'

const EVERY_MS = 3_000

/** The stations of the arrival: how many students each has recorded, and every record as a table. */
export function StationFiguresScreen() {
  const texts = useTexts(stationFiguresTexts)
  const named = useTranslateName()
  const live = useOnlineQuery({
    name: 'station-figures',
    entry: stationFigures.overview,
    input: {},
    refetchInterval: EVERY_MS,
  })
  const stations = live.data?.stations
  const count = (key: 'visited' | 'expected' | 'unverified' | 'outOfOrder') => ({
    key,
    title: texts[key],
    isNumeric: true,
    cell: (row: StationFigures) => row[key],
  })
  return (
    <OfficePage
      title={texts.title}
      actions={
        <>
          <OfficeButtonLink tone="second" to="content/stations">
            {texts.edit}
          </OfficeButtonLink>
          <ExportButtons
            what={texts.records}
            named
            entry={stationFigures.export}
            inputFor={(format) => ({ format })}
          />
        </>
      }
    >
      <MutedText>{texts.about}</MutedText>
      {stations === undefined ? (
        <QueryFallback kept={live} failed={texts.failed} />
      ) : (
        <Table
          caption={texts.title}
          titled
          rows={stations}
          rowKey={({ id }) => id}
          empty={<p>{texts.none}</p>}
          columns={[
            { title: texts.station, cell: ({ name }) => named(name) },
            count('visited'),
            count('expected'),
            count('unverified'),
            count('outOfOrder'),
          ]}
        />
      )}
    </OfficePage>
  )
}
