import { BoardList } from './BoardList.tsx'
import { EditScreen } from './EditScreen.tsx'

/** The notices of the office: their list, a new one, or the one that the address names. */
export function NoticeboardScreen({ rest }: { rest: string }) {
  return rest === '' ? <BoardList /> : <EditScreen key={rest} id={rest === NEW ? '' : rest} />
}

const NEW = 'new'
