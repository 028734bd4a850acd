// Gives the entry the other screens at once, as pages do that may load nothing.
import * as screens from "../src/otherScreens";
import widget from "../src/widget";

widget.second = () => ({ ...screens, styles: "" });

Element.prototype.scrollIntoView = () => undefined; // which jsdom has not
