# SPDX-License-Identifier: Apache-2.0
"""What LibreOffice loads: the commands org.leadsheet.calc:… of the menu and the toolbar."""

import unohelper
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization, XServiceInfo

NAME, SERVICE = "org.leadsheet.calc.Commands", "com.sun.star.frame.ProtocolHandler"
PROTOCOL = "org.leadsheet.calc:"
COMMANDS = {"check": "check", "price": "price", "order": "order", "status": "update", "leads": "leads", "settings": "settings"}

desk = None


def the_desk(context):
    global desk
    if desk is None:
        from leadsheet_calc.desk import Desk
        desk = Desk(context)
    return desk


class Commands(unohelper.Base, XInitialization, XDispatchProvider, XDispatch, XServiceInfo):
    def __init__(self, context):
        self.context, self.frame = context, None

    def initialize(self, arguments):
        self.frame = arguments[0] if arguments else None

    def queryDispatch(self, url, _target, _flags):
        return self if url.Protocol == PROTOCOL and url.Path in COMMANDS else None

    def queryDispatches(self, requests):
        return tuple(self.queryDispatch(one.FeatureURL, one.FrameName, one.SearchFlags) for one in requests)

    def dispatch(self, url, _arguments):
        name, frame = COMMANDS[url.Path], self.frame
        one = the_desk(self.context)
        one.post(lambda: one.start(name, frame))

    def addStatusListener(self, _listener, _url):
        pass

    def removeStatusListener(self, _listener, _url):
        pass

    def getImplementationName(self):
        return NAME

    def supportsService(self, name):
        return name == SERVICE

    def getSupportedServiceNames(self):
        return (SERVICE,)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Commands, NAME, (SERVICE,))
