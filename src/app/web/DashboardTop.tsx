import { StatCards } from './StatCards.tsx'
import { ToDoList } from './ToDoList.tsx'

/** What waits beside the counts. Not loaded with a list that was asked for by a link. */
export const DashboardTop = () => (
  <div className="grid grid-cols-1 gap-3 min-[1100px]:grid-cols-[minmax(0,1fr)_27rem]">
    <ToDoList />
    <StatCards />
  </div>
)
