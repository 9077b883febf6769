/** Starts to load the screen of the address at once, beside the words it is shown in: they take as long as it does. */
import { routeOf } from './routes';
import { SCREENS } from './view/lazy';

// What does not come is asked for again when it is shown.
void SCREENS[routeOf(location.pathname).screen]().catch(() => {});
